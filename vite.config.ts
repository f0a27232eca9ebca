import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './config/manifest.ts'

const shared = { resolve: { tsconfigPaths: true }, envPrefix: 'VITE_' }

/**
 * Makes two pages of index.html: for / the sign-in screen, prerendered; for everything else app.html.
 * Their styles stand in the page: a link would cost the first paint another trip.
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
      for (const [link, file] of html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)) {
        const style = bundle[file as string]
        if (style?.type !== 'asset') throw new Error(`${file} is linked and was not built`)
        html = html.replace(link, () => `<style>${String(style.source).trim()}</style>`)
      }
      const { module } = await runnerImport<typeof import('./src/client/prerender')>(
        './src/client/prerender.tsx',
        {
          ...shared,
          configFile: false,
          plugins: [react(), withoutStyles],
        },
      )
      this.emitFile({ type: 'asset', fileName: 'app.html', source: withPreloads(html, bundle) })
      page.source = html.replace(
        '<div id="root"></div>',
        () => `<div id="root">${module.signInMarkup()}</div>`,
      )
    },
  }
}

/** The app behind sign-in is wanted at once: its files are named in the page, instead of one after the other. */
function withPreloads(html: string, bundle: Rolldown.OutputBundle): string {
  const app = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'App')
  const files = app?.type === 'chunk' ? [app.fileName, ...app.imports] : []
  const links = files
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

/** Markup alone is made there; the styles are in the page already. */
const withoutStyles: Plugin = {
  name: 'alajo:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0style' : undefined),
  load: (id) => (id === '\0style' ? '' : undefined),
}

/** crypto-js loads hashes that make keys of passphrases. Bodies are encrypted with a key, and sign-in has few bytes. */
const withoutPassphrases: Plugin = {
  name: 'alajo:without-passphrases',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.includes('/crypto-js/') && /^\.\/(md5|sha1|hmac|evpkdf)$/.test(id) ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'export {}' : undefined),
}

/**
 * What every start runs: V8 compiles these whole, beside the main thread, and keeps them compiled. Left to itself
 * it compiles a function when it is first called, at every start anew.
 */
const atStart = new Set([
  'index',
  'react',
  'shell',
  'App',
  'parts',
  'navigation',
  'dashboard',
  'agents',
  'Grid',
])

export default defineConfig({
  ...shared,
  plugins: [
    react(),
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
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The grid is as large as it is; performance is held by docs/performance.md, in bytes on the wire.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (atStart.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React alone: it outlives releases. A group for the grid would drag MUI into sign-in.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What the shell and the screens share, in one file each: a dozen small ones cost a dozen trips.
            {
              name: 'shell',
              test: /node_modules[\\/](@mui[\\/](?!x-)|@emotion|@tanstack|react-router|dexie)/,
              minShareCount: 2,
            },
            // Components alone: what sign-in needs (data, toast) must not pull the shell in with it.
            {
              name: 'parts',
              test: /src[\\/]client[\\/]((ui|app)[\\/](?!Root)[A-Z]\w+\.tsx|(ui|data)[\\/](?!useSignIn|useAuth)(use[A-Z]|grid)\w+)/,
              minShareCount: 2,
            },
            // The screens of a noun in one file: alone, each costs more in headers than in code.
            {
              name: (id: string) => /screens[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null,
              test: /src[\\/]client[\\/]screens[\\/](?!session)/,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:4300', '/healthz': 'http://127.0.0.1:4300' } },
})
