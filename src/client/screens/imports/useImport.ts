import type { ImportCase } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'

/** How often the progress of what runs is read. It ends by itself, so that an absent admin's session does not stay alive. */
const againMs = 2_000

export const useImport = (id: number, options: { enabled?: boolean } = {}) =>
  useCall(
    calls.imports.getImport,
    { id },
    { ...options, again: (reply) => (reply?.data.progress ? againMs : false) },
  )

export const importName = ({ id }: Pick<ImportCase, 'id'>) => `import ${id}`
