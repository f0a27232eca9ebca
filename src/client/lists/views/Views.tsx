import BookmarkBorder from '@mui/icons-material/BookmarkBorder'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useIsMutating } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { View } from '#contract/calls/views'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import type { ListPlace } from '#api/paging/listRequest'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { useCan } from '#auth/permissions'
import { useListPlace } from '#routing/navigation'
import type { ViewsProps } from '#ui/table/tools/viewsOf'
import { Confirm } from '#ui/feedback/Confirm'
import { useHasPendingFilter } from '#ui/form/pendingFilter'
import { contentNow, isBare, isChanged, placeOf } from './savedView'
import { ShareDialog } from './ShareDialog'
import { ViewNameDialog } from './ViewNameDialog'

const { getViews, saveView, updateView, renameView, deleteView, setDefaultView, shareView } = calls.views

/** The saved views of a list: chooses one, and saves, changes, shares and deletes own ones. */
export function Views({ list, display, setDisplay }: ViewsProps) {
  const place = useListPlace()
  const { data, isFetching } = useCall(getViews, {})
  const can = useCan()
  const { online } = useConnection()
  const views = data?.data.filter((one) => one.list === list.name)
  const chosen = views?.find(({ id }) => String(id) === place.view)
  useLayoutEffect(() => {
    setDisplay(chosen && { hidden: chosen.hidden, density: chosen.density })
  }, [chosen, setDisplay])
  useDefault(views, { place, isFetching })

  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, ask] = useState<'save' | 'rename' | 'share' | 'delete'>()
  const content = contentNow(list, place, display)
  const changed = chosen !== undefined && isChanged(chosen, content)
  const text = chosen && `${chosen.name}${changed ? ', changed' : ''}`
  const update = useSubmit(updateView)
  const setDefault = useSubmit(setDefaultView)
  const save = useSubmit(saveView)
  const rename = useSubmit(renameView)
  const remove = useSubmit(deleteView)
  const close = () => ask(undefined)
  const showAll = () => {
    const hasDefault = views?.some(({ is_default }) => is_default) ?? false
    place.go({ filters: {}, sort: undefined, view: hasDefault ? 'all' : undefined })
  }
  /** Closes the menu first. */
  const after = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <Button
        className={`view-tool ${chosen ? 'set' : 'icon-tool'}`}
        variant="outlined"
        aria-label={text ? `View: ${text}` : 'Views'}
        title={text ?? 'Views'}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <BookmarkBorder fontSize="small" />
        {text && <span>{text}</span>}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem role="menuitemradio" aria-checked={!chosen} selected={!chosen} onClick={after(showAll)}>
          All rows
        </MenuItem>
        {views?.map((view) => (
          <MenuItem
            key={view.id}
            role="menuitemradio"
            aria-checked={view === chosen}
            selected={view === chosen}
            onClick={after(() => place.go(placeOf(view)))}
          >
            <ListItemText primary={view.name} secondary={aboutOf(view)} />
          </MenuItem>
        ))}
        <Divider component="li" />
        {changesOf({
          chosen,
          changed,
          views,
          ask: (what) => after(() => ask(what))(),
          update: after(() => chosen && update.mutate({ view_id: chosen.id, ...content }, about(chosen))),
          toggleDefault: after(
            () =>
              chosen &&
              setDefault.mutate({ view_id: chosen.id, is_default: !chosen.is_default }, about(chosen)),
          ),
          can,
          online,
        })}
      </Menu>
      {asked === 'save' && (
        <ViewNameDialog
          title="Save View"
          name=""
          busy={save.isPending}
          onClose={close}
          onSave={(name) =>
            save.mutate(
              { list: list.name, name, ...content },
              {
                about: { name },
                onSuccess: ({ id }) => {
                  close()
                  place.go({ view: String(id), page: place.page })
                },
              },
            )
          }
        />
      )}
      {asked === 'rename' && chosen && (
        <ViewNameDialog
          title="Rename View"
          name={chosen.name}
          busy={rename.isPending}
          onClose={close}
          onSave={(name) =>
            rename.mutate({ view_id: chosen.id, name }, { about: { name }, onSuccess: close })
          }
        />
      )}
      {asked === 'share' && chosen && <ShareDialog view={chosen} onClose={close} />}
      <Confirm
        open={asked === 'delete' && chosen !== undefined}
        title="Delete View"
        text={`Delete “${chosen?.name ?? ''}”? The rows of the list stay as they are.`}
        actionLabel="Delete View"
        danger
        onCancel={close}
        onConfirm={() => {
          close()
          if (chosen)
            remove.mutate(
              { view_id: chosen.id },
              { ...about(chosen), onSuccess: () => place.go({ view: undefined, page: place.page }) },
            )
        }}
      />
    </>
  )
}

const about = ({ name }: View) => ({ about: { name } })

/**
 * A list whose address names nothing opens with its default view, once, as soon as that is known; not where a search that was typed
 * meanwhile would be lost.
 */
function useDefault(
  views: readonly View[] | undefined,
  { place, isFetching }: { place: ListPlace; isFetching: boolean },
) {
  const isKnown = useRef(false)
  // Until a change has marked what it made stale: it may be of the default view.
  const isChanging = useIsMutating() > 0
  const isTyping = useHasPendingFilter()
  useLayoutEffect(() => {
    if (isKnown.current || !views) return
    const first = views.find(({ is_default }) => is_default)
    // Views from before a change may be shown while they are fetched.
    if (!first && (isFetching || isChanging)) return
    isKnown.current = true
    if (first && isBare(place) && !isTyping) place.go({ ...placeOf(first), replace: true })
  }, [views, place, isFetching, isChanging, isTyping])
}

/** 'Opens first. Shared with Supervisor.' */
function aboutOf({ is_default, is_own, owner, role }: View) {
  const texts = [is_default && 'Opens first.', is_own ? role && `Shared with ${role}.` : `From ${owner}.`]
  return texts.filter(Boolean).join(' ') || undefined
}

type Changes = {
  chosen: View | undefined
  changed: boolean
  views: readonly View[] | undefined
  ask: (what: 'save' | 'rename' | 'share' | 'delete') => void
  update: () => void
  toggleDefault: () => void
  can: ReturnType<typeof useCan>
  online: boolean
}

/** The changes of views, which need a connection. As an array, because a menu takes no fragment. */
function changesOf({ chosen, changed, views, ask, update, toggleDefault, can, online }: Changes) {
  if (!online || !views)
    return (
      <MenuItem disabled sx={{ whiteSpace: 'normal', maxWidth: 280 }}>
        {views ? 'Changes of views need a connection.' : 'Your views are not saved on this device.'}
      </MenuItem>
    )
  const isOwn = chosen?.is_own
  const canShare = can(shareView.access, 'write') && can(anyOf('can-view-roles', 'can-assign-role'), 'read')
  return [
    isOwn && changed && (
      <MenuItem key="update" onClick={update}>
        {`Update “${chosen.name}”`}
      </MenuItem>
    ),
    <MenuItem key="save" onClick={() => ask('save')}>
      {chosen ? 'Save as New View…' : 'Save View…'}
    </MenuItem>,
    chosen && (
      <MenuItem
        key="default"
        role="menuitemcheckbox"
        aria-checked={chosen.is_default}
        onClick={toggleDefault}
      >
        {chosen.is_default ? 'Open with All Rows' : 'Open with This View'}
      </MenuItem>
    ),
    isOwn && (
      <MenuItem key="rename" onClick={() => ask('rename')}>
        Rename…
      </MenuItem>
    ),
    isOwn && canShare && (
      <MenuItem key="share" onClick={() => ask('share')}>
        Share…
      </MenuItem>
    ),
    isOwn && (
      <MenuItem key="delete" onClick={() => ask('delete')}>
        Delete…
      </MenuItem>
    ),
  ]
}
