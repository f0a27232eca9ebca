import { defineConfig } from 'vite'

/** The server as plain JavaScript; packages stay outside the bundle. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        createSuperadmin: 'src/server/commands/createSuperadmin.ts',
        signInToken: 'src/server/commands/signInToken.ts',
        verifyLedger: 'src/server/commands/verifyLedger.ts',
        verifyAudit: 'src/server/commands/verifyAudit.ts',
        embeddedWorker: 'src/server/db/embeddedWorker.ts',
      },
      // Side by side, so that the worker and the migrations are found beside whoever asks for them.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
