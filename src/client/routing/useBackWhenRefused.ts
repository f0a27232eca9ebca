import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Problem } from '#contract/problems'
import { toast } from '#ui/feedback/toast'
import { type RouteName, routes } from './routes'

/** Leaves a screen whose read is refused, and shows the message as a toast (rules.md, "Refused reads"). */
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
