import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router-dom'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import type { Access } from '#contract/permissions'
import { OwnPermissionsContext } from '#auth/permissions'
import { queries } from '#auth/queryClient'
import { onToast } from '#ui/feedback/toast'
import { styles } from '#ui/theme/styles'
import { theme } from '#ui/theme/theme'

export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The heading of any screen but the one that is shown first: its address. */
export const otherScreen = (path: string) => page.getByRole('heading', { name: path, exact: true })

/** Renders a component as a screen has it, for an admin who may make these calls. */
export async function show(component: ReactNode, ...calls: readonly { access: Access }[]) {
  const permissions = new Set(calls.flatMap(({ access }) => permissionsOf(access)))
  const actor = { adminId: 1, role: 'Supervisor', permissions, stage: 'signedIn' as const }
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          {component}
          <Link to="/elsewhere">Elsewhere</Link>
        </>
      ),
    },
    { path: '*', Component: OtherScreen },
  ])
  await render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="light">
        <CssBaseline />
        <QueryClientProvider client={queries}>
          <OwnPermissionsContext
            value={{ actor, isLoaded: true, problem: null, isFetching: false, refetch: () => {} }}
          >
            <RouterProvider router={router} useTransitions={false} />
          </OwnPermissionsContext>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  )
}

const permissionsOf = (access: Access) =>
  typeof access === 'object' && 'anyOf' in access ? access.anyOf : []

const OtherScreen = () => <h1>{useLocation().pathname}</h1>

/** The messages from now on, until the next call of it. */
export function keepToasts(): readonly string[] {
  const kept: string[] = []
  onToast(({ message }) => kept.push(message))
  return kept
}
