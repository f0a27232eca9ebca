/** A page that still exists after this time was not left: the navigation was a download, or was stopped. */
const navigationMs = 10_000

let leftAt = Number.NEGATIVE_INFINITY

/** Called first: a page can be left while the app is still loading. */
export const watchLeaving = () =>
  window.addEventListener('beforeunload', ({ timeStamp }) => {
    leftAt = timeStamp
  })

/** Whether a navigation or a reload is under way. */
export const isBeingLeft = () => performance.now() - leftAt < navigationMs
