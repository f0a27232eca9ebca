import { type AskedFile, openFile } from '#transport/openFile'
import type { NamedRead } from '#contract/call'
import { toast } from '#ui/feedback/toast'
import { toastProblem } from '#auth/queryClient'

/** Opens a file in a new tab, or says why not: that there is none is known before anybody is asked. */
export function showFile<C extends NamedRead>(file: AskedFile<C> & { exists: boolean }) {
  if (!file.exists) return toast('error', file.missing)
  void openFile(file).then((problem) => problem && toastProblem(problem))
}
