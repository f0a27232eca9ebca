import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Problem } from '#contract/problems'
import { type RouteName, routes } from './routes'

/** Where a refused read leads back (spec 2, point 8); its message is said for every read. */
export function useBackWhenRefused({ error }: { error: Problem | null }, to: RouteName) {
  const navigate = useNavigate()
  const isRefused = error?.code === 'refused'
  const { path } = routes[to]
  useEffect(() => {
    if (isRefused) void navigate(path)
  }, [isRefused, navigate, path])
}
