import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './config/manifest.ts'

const target = 'es2022'
const shared = { resolve: { tsconfigPaths: true }, envPrefix: 'VITE_' }

/**
 * Builds two pages from index.html: / with the prerendered sign-in screen, and app.html for every other address.
 * Their styles are inlined: a link would delay the first paint by a round trip.
 */
function twoPages(): Plugin {
  return {
    name: 'alajo:two-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      let html = String(page.source)
      for (const [link, file] of html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g))
        html = html.replace(link, () => styleElement(bundle, String(file)))
      const { module } = await runnerImport<typeof import('./src/client/prerender')>(
        './src/client/prerender.tsx',
        {
          ...shared,
          configFile: false,
          plugins: [react(), withoutStyles],
        },
      )
      const guard = await inlineScript('src/client/start/loadGuard.ts')
      const guarded = (text: string) =>
        text
          .replace('<title>', () => `<script>${guard.trim()}</script><title>`)
          .replace(
            '<div id="root">',
            (root) => `<template id="load-failed">${module.loadFailedMarkup()}</template>${root}`,
          )
      this.emitFile({
        type: 'asset',
        fileName: 'app.html',
        source: guarded(withChunks(html, bundle, ['App', 'parts-later'])),
      })
      page.source = guarded(
        html.replace('<div id="root"></div>', () => `<div id="root">${module.signInMarkup()}</div>`),
      )
    },
  }
}

/** A script that runs before the app, with all that it needs. */
async function inlineScript(input: string): Promise<string> {
  const built = await build({
    ...shared,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { write: false, target, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code
}

/**
 * Preloads chunks with all that they import, which would otherwise be discovered one after the other, and contains their style
 * sheets: each sheet that arrives later would be laid out again.
 */
function withChunks(html: string, bundle: Rolldown.OutputBundle, names: readonly string[]): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = withImports(
    chunks.filter(({ name }) => names.includes(name)),
    ({ imports }) => chunks.filter(({ fileName }) => imports.includes(fileName)),
  )
  const missing = [...needed].filter(({ fileName }) => !html.includes(fileName))
  const links = missing.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)
  const sheets = new Set(missing.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  // A disabled link is not fetched, and shows Vite's loader that the page has the sheet.
  const styles = [...sheets].map(
    (file) => `${styleElement(bundle, file)}<link rel="stylesheet" disabled href="/${file}">`,
  )
  return html.replace('</head>', () => `${[...links, ...styles].join('')}</head>`)
}

function styleElement(bundle: Rolldown.OutputBundle, file: string): string {
  const sheet = bundle[file]
  if (sheet?.type !== 'asset') throw new Error(`${file} is linked and was not built`)
  return `<style>${String(sheet.source).trim()}</style>`
}

/** Prerendering needs no styles; the page contains them already. */
const withoutStyles: Plugin = {
  name: 'alajo:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0style' : undefined),
  load: (id) => (id === '\0style' ? '' : undefined),
}

/** Drops the hashes that crypto-js needs for passphrases only: bodies are encrypted with a key. */
const withoutPassphrases: Plugin = {
  name: 'alajo:without-passphrases',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.includes('/crypto-js/') && /^\.\/(md5|sha1|hmac|evpkdf)$/.test(id) ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'export {}' : undefined),
}

/**
 * Sizes of texts, written in px, follow the font size of the browser, and with them the widths of a container for which columns are
 * laid out. Those on paper are in pt.
 */
const fontsInRem: Plugin = {
  name: 'alajo:fonts-in-rem',
  enforce: 'pre',
  transform: (code, id) =>
    /src[\\/]client[\\/].+\.css$/.test(id)
      ? code.replaceAll(/\bfont(?:-size)?:[^;}]+|@container[^{]+/g, (rule) =>
          rule.replaceAll(/\b(\d+(?:\.\d+)?)px/g, (_px, size: string) => `${Number(size) / 16}rem`),
        )
      : undefined,
}

/**
 * The chunks of every start. V8 compiles these eagerly, off the main thread, and caches the result; by default it compiles
 * each function at its first call, at every start.
 */
const atStart = new Set([
  'index',
  'react',
  'shell',
  'App',
  'parts',
  'parts-later',
  'navigation',
  'dashboard',
  'agents',
])

/*
 * What the chunks are for:
 * - Sign-in is the first visit, often on an old device and a slow network: the form loads neither a library of the app nor a
 *   chunk of the app with which it shares a module. What it imports is therefore left to the build.
 * - A start of the app needs the libraries (`shell`) and what several screens need (`parts`): two files that are preloaded
 *   together, since each file is a request, and a task before the first rows. React is apart: it changes less often.
 * - What other screens share comes after the first one: `shell-later`, `parts-later`.
 * - The screens of a noun are one chunk: one for each would cost more in headers than in code.
 * The libraries are named, since those that one module uses, such as the one for workbooks, must stay with it; `components`
 * names what sign-in does not import.
 */
/** Their imports are what a first visit loads. */
const firstScreens = [
  'main',
  'start/App',
  'start/SignIn',
  'ui/feedback/Toasts',
  'screens/dashboard/Dashboard',
]

const components =
  /src[\\/]client[\\/](\w+[\\/](\w+[\\/])*[A-Z]\w+\.tsx|(ui[\\/]\w+|api|offline)[\\/](?!useSignIn|useConnection)use[A-Z]\w+|ui[\\/]table[\\/].+)/

let early: Set<string> | undefined
/** Whether the first screens import a module; what only others do is in files of its own. */
function isEarly(id: string, graph: Graph): boolean {
  early ??= withImports(
    firstScreens.map((screen) => `${import.meta.dirname}/src/client/${screen}.tsx`),
    (one) => graph.getModuleInfo(one)?.importedIds ?? [],
  )
  return early.has(id)
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

function withImports<T>(first: readonly T[], importsOf: (one: T) => readonly T[]): Set<T> {
  const all = new Set(first)
  // A set is iterated over what is added meanwhile, too.
  for (const one of all) for (const imported of importsOf(one)) all.add(imported)
  return all
}

export default defineConfig({
  ...shared,
  plugins: [
    react(),
    fontsInRem,
    twoPages(),
    withoutPassphrases,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      manifestFilename: 'manifest.webmanifest',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,webmanifest}', 'icons/favicon-32.png'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
    }),
  ],
  build: {
    outDir: 'dist/client',
    target,
    modulePreload: { polyfill: false },
    // The grid exceeds the default; docs/change/performance.md has the size limits.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (atStart.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React separately: it changes less often than the app. A group for the grid would pull MUI into sign-in.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // The libraries of the app with all that they need themselves: a part of them in a file that imports this one would
            // come too late. In one file: many small ones cost many requests.
            {
              name: (id: string, graph: Graph) => (isEarly(id, graph) ? 'shell' : 'shell-later'),
              test: /node_modules[\\/](@mui|@emotion|@tanstack|@popperjs|@babel|stylis|clsx|react-is|react-transition-group|hoist-non-react-statics|react-router|dexie)[\\/-]/,
            },
            // What several screens need: at a start, each file is one more task before the rows. Of what the first screens import only
            // components: modules that sign-in needs (data, toast) must not pull in the shell.
            {
              name: (id: string, graph: Graph) =>
                isEarly(id, graph) ? (components.test(id) ? 'parts' : null) : 'parts-later',
              test: /src[\\/](client[\\/](?!screens|start)|contract|domain)/,
              minShareCount: 2,
            },
            // The screens of a noun in one file: a file for each would cost more in headers than in code. What is shown later is apart.
            {
              name: (id: string) =>
                /screens[\\/](\w+([\\/]later)?)[\\/]/.exec(id)?.[1]?.replace(/[\\/]/, '-') ?? null,
              test: /src[\\/]client[\\/]screens[\\/](?!session)/,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:4300', '/healthz': 'http://127.0.0.1:4300' } },
})
