import { type FileRequest, openFile } from '#transport/openFile'
import type { NamedRead } from '#contract/call'
import { toast } from '#ui/feedback/toast'
import { toastProblem } from '#auth/queryClient'

/** Opens a file in a new tab, or shows the problem. A missing file is known without asking the server. */
export function showFile<C extends NamedRead>(file: FileRequest<C> & { exists: boolean }) {
  if (!file.exists) return toast('error', file.missing)
  void openFile(file).then((problem) => problem && toastProblem(problem))
}
