import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { type Actor, can } from '#contract/permissions'
import { OwnPermissionsContext } from '#auth/permissions'
import { BackLink, LinkButton } from './navigation'
import { type RouteName, routes } from './routes'
import type { Route } from './route'

const names = Object.keys(routes) as RouteName[]
const pathsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, path]) => path ?? '')

function pathsFor(actor: Actor) {
  const own = { actor, isLoaded: true, problem: null, isFetching: false, refetch: () => undefined }
  const Back = BackLink as (props: { to: RouteName; children: string }) => React.ReactNode
  const Offer = LinkButton as (props: { to: RouteName; children: string }) => React.ReactNode
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <OwnPermissionsContext value={own}>
        {names.map((name) => (
          <div key={name}>
            <Back to={name}>Back</Back>
            <Offer to={name}>Open</Offer>
          </div>
        ))}
      </OwnPermissionsContext>
    </MemoryRouter>,
  )
  return new Set(pathsOf(html))
}

describe.each([...permissionCatalogue, 'no permission'])('an admin with %s alone', (permission) => {
  const actor: Actor = { adminId: 1, role: null, permissions: new Set([permission]), stage: 'signedIn' }
  it('finds no link and no link back to a screen that is not allowed', () => {
    const byPath = new Map(Object.values(routes).map((route: Route) => [route.path, route]))
    const closed = [...pathsFor(actor)].filter((path) => {
      const route = byPath.get(path)
      return route === undefined || !can(actor, route.access, 'route')
    })
    expect(closed).toEqual([])
  })
})
