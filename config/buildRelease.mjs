import './checkNode.mjs'

/** `npm run build`. */
void import('./build.mjs')
  .then(({ main }) => main(false))
  .then((code) => {
    process.exitCode = code
  })
