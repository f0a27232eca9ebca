/** A page that is still there after this long stays: what was opened is a download, or was stopped. */
const leavingMs = 10_000

let leftAt = Number.NEGATIVE_INFINITY

/** From the start of the page on: it may be left while the app is on its way. */
export const watchLeaving = () =>
  window.addEventListener('beforeunload', ({ timeStamp }) => {
    leftAt = timeStamp
  })

/** Whether another page, or this one anew, is on its way. */
export const isBeingLeft = () => performance.now() - leftAt < leavingMs
