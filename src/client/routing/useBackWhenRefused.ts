import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Problem } from '#contract/problems'
import { toast } from '#ui/feedback/toast'
import { type RouteName, routes } from './routes'

/** Where a refused read leads back (rules.md, "Refused reads"); the page that would show its message is left. */
export function useBackWhenRefused({ error }: { error: Problem | null }, to: RouteName) {
  const navigate = useNavigate()
  const isRefused = error?.code === 'refused'
  const message = error?.message ?? ''
  const { path } = routes[to]
  useEffect(() => {
    if (!isRefused) return
    toast('error', message)
    void navigate(path)
  }, [isRefused, message, navigate, path])
}
