import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ViewContent } from '#contract/calls/views'
import { choiceAccess, type ChoicePart, mostViews } from '#contract/calls/views'
import type { Calls } from '#contract/index'
import { can } from '#contract/permissions'
import { listNamed } from '#domain/lists/listViews'
import { isActive } from '../../auth/sessions'
import { marketDays, savingTypes } from '../../db/tables/money'
import { admins, agents, roles } from '../../db/tables/schema'
import { defaultViews, savedViews } from '../../db/tables/views'
import { invalid, reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { viewFault } from './viewFault'

/** A table of what has a name. */
type NamedTable = typeof agents | typeof marketDays | typeof savingTypes | typeof admins

export const viewHandlers: HandlersFor<Calls['views']> = {
  getViews: async (_input, context) => ({ data: await viewsOf(context) }),

  getFilterChoices: async (_input, { queries, actor }) => {
    const namesOf = async (part: ChoicePart, table: NamedTable, where?: SQL) =>
      can(actor, choiceAccess[part], 'read')
        ? await queries
            .select({ id: table.id, name: table.name })
            .from(table)
            .where(where)
            .orderBy(asc(table.name), asc(table.id))
        : null
    return {
      data: {
        agents: await namesOf('agents', agents, ne(agents.status, 'DELETED')),
        markets: await namesOf('markets', marketDays),
        saving_types: await namesOf('saving_types', savingTypes),
        deciders: await namesOf('deciders', admins),
      },
    }
  },

  saveView: async ({ list, name, ...content }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    checkContent(context, list, content)
    const own = await queries.$count(savedViews, eq(savedViews.adminId, actor.adminId))
    if (own >= mostViews) reject(`You have ${own} views. Delete some first.`)
    const [view] = await queries
      .insert(savedViews)
      .values({ adminId: actor.adminId, list, name: name.trim(), content, createdAt: now })
      .returning({ id: savedViews.id })
    if (!view) throw new Error('No view was saved.')
    await setAuditSubject('view', view.id)
    return { id: view.id, message: 'View saved.' }
  },

  updateView: async ({ view_id, ...content }, context) => {
    const { list } = await ownView(context, view_id)
    checkContent(context, list, content)
    await context.queries.update(savedViews).set({ content }).where(eq(savedViews.id, view_id))
    return { message: 'View updated.' }
  },

  renameView: async ({ view_id, name }, context) => {
    const before = await ownView(context, view_id)
    await context.queries.update(savedViews).set({ name: name.trim() }).where(eq(savedViews.id, view_id))
    await context.setAuditSubject('view', view_id, `From ${before.name} to ${name.trim()}`)
    return { message: 'View renamed.' }
  },

  deleteView: async ({ view_id }, context) => {
    await ownView(context, view_id)
    await context.queries.delete(savedViews).where(eq(savedViews.id, view_id))
    return { message: 'View deleted.' }
  },

  shareView: async ({ view_id, role_id }, context) => {
    const { queries, setAuditSubject } = context
    await ownView(context, view_id)
    const [role] =
      role_id === null ? [] : await queries.select().from(roles).where(eq(roles.id, role_id)).for('share')
    if (role_id !== null && !role) reject(`Role with ID ${role_id} not found`)
    await queries.update(savedViews).set({ roleId: role_id }).where(eq(savedViews.id, view_id))
    await setAuditSubject('view', view_id, role ? `With ${role.name}` : 'With nobody')
    return { message: role ? `View shared with ${role.name}.` : 'View shared no longer.' }
  },

  setDefaultView: async ({ view_id, is_default }, context) => {
    const { queries, actor, setAuditSubject } = context
    await setAuditSubject('view', view_id)
    // So that it is not deleted meanwhile.
    await queries
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(eq(savedViews.id, view_id))
      .for('share')
    const view = (await viewsOf(context)).find(({ id }) => id === view_id)
    if (!view) notFound(view_id)
    const mine = and(eq(defaultViews.adminId, actor.adminId), eq(defaultViews.list, view.list))
    if (is_default)
      await queries
        .insert(defaultViews)
        .values({ adminId: actor.adminId, list: view.list, viewId: view_id })
        .onConflictDoUpdate({
          target: [defaultViews.adminId, defaultViews.list],
          set: { viewId: view_id },
        })
    else await queries.delete(defaultViews).where(and(mine, eq(defaultViews.viewId, view_id)))
    return { message: is_default ? 'The list opens with this view.' : 'The list opens with all rows.' }
  },
}

/** What the caller sees: own views, and those of active admins that are shared with the caller's role. */
async function viewsOf({ queries, actor }: Context) {
  const rows = await queries
    .select({
      id: savedViews.id,
      list: savedViews.list,
      name: savedViews.name,
      content: savedViews.content,
      ownerId: savedViews.adminId,
      owner: admins.name,
      role_id: savedViews.roleId,
      role: roles.name,
      is_default: sql<boolean>`${defaultViews.viewId} is not null`,
    })
    .from(savedViews)
    .innerJoin(admins, eq(admins.id, savedViews.adminId))
    .leftJoin(roles, eq(roles.id, savedViews.roleId))
    .leftJoin(
      defaultViews,
      and(eq(defaultViews.viewId, savedViews.id), eq(defaultViews.adminId, actor.adminId)),
    )
    .where(
      or(
        eq(savedViews.adminId, actor.adminId),
        and(isActive, sql`${savedViews.roleId} = (select role_id from admins where id = ${actor.adminId})`),
      ),
    )
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
  return rows.flatMap(({ content, ownerId, ...view }) => {
    const list = listNamed(view.list)
    // A list that a later version no longer has is skipped.
    return list && can(actor, list.access, 'read')
      ? [{ ...view, ...content, is_own: ownerId === actor.adminId }]
      : []
  })
}

/** Of another admin's view nobody learns that it exists. */
async function ownView({ queries, actor, setAuditSubject }: Context, id: number) {
  await setAuditSubject('view', id)
  const [view] = await queries
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.adminId, actor.adminId)))
    .for('update')
  if (!view) notFound(id)
  return view
}

function notFound(id: number): never {
  reject(`View with ID ${id} not found`)
}

/** A view is for a list that the caller may open, and names only what the list has. */
function checkContent({ actor }: Context, name: string, content: ViewContent) {
  const list = listNamed(name)
  if (!list || !can(actor, list.access, 'read')) invalid('list is missing or not valid.')
  const fault = viewFault(list, content)
  if (fault) invalid(fault)
}
