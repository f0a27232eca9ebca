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
        rotateIdentityKey: 'src/server/commands/rotateIdentityKey.ts',
        rotateLinkKey: 'src/server/commands/rotateLinkKey.ts',
        anonymise: 'src/server/commands/anonymise.ts',
        signInToken: 'src/server/commands/signInToken.ts',
        verifyLedger: 'src/server/commands/verifyLedger.ts',
        closeDay: 'src/server/commands/closeDay.ts',
        importBooks: 'src/server/commands/importBooks.ts',
        tableReader: 'src/server/import/reading/tableReader.ts',
        exportAll: 'src/server/commands/exportAll.ts',
        backup: 'src/server/commands/backup.ts',
        restore: 'src/server/commands/restore.ts',
        verifyAudit: 'src/server/commands/verifyAudit.ts',
        embeddedWorker: 'src/server/db/embedded/embeddedWorker.ts',
      },
      // In one folder: the server loads the worker and the migrations by relative path. Each program is started by a file of its name
      // that checks Node first (build.mjs).
      output: {
        entryFileNames: ({ name }) => (name.endsWith('Worker') ? '[name].js' : '[name].program.js'),
        chunkFileNames: '[name].part.js',
      },
    },
  },
})
