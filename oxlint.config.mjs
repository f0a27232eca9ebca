// Who may import whom, by folder: each folder of src/server and src/client with the folders beside it that it may import. The
// files beside the folders, and `clock`, are open to all. Domain and contract are open to both, which never import each other.
const bounded = {
  db: [],
  errors: [],
  mail: [],
  sms: [],
  settings: ['db'],
  wire: [],
  auth: ['db', 'errors'],
  identity: ['db', 'errors'],
  ledger: ['db', 'errors', 'settings'],
  lists: ['db', 'errors', 'wire'],
  files: ['auth', 'db', 'errors'],
  messages: ['db'],
  runs: ['db', 'errors', 'ledger', 'messages', 'settings'],
  audit: ['auth', 'db', 'errors', 'files'],
  import: ['audit', 'db', 'errors', 'files', 'ledger'],
  people: ['auth', 'db', 'errors', 'files', 'identity', 'ledger', 'lists', 'messages'],
  approvals: ['auth', 'db', 'errors', 'import', 'lists', 'settings'],
  backup: ['audit', 'db', 'errors', 'files', 'ledger'],
  idempotency: ['audit', 'auth', 'db', 'errors', 'wire'],
  modules: [
    'approvals',
    'audit',
    'auth',
    'db',
    'errors',
    'files',
    'identity',
    'import',
    'ledger',
    'lists',
    'messages',
    'people',
    'runs',
    'settings',
    'wire',
  ],
  views: [
    'approvals',
    'audit',
    'auth',
    'db',
    'errors',
    'ledger',
    'lists',
    'messages',
    'modules',
    'people',
    'runs',
    'settings',
    'wire',
  ],
  field: [
    'approvals',
    'audit',
    'auth',
    'db',
    'errors',
    'files',
    'idempotency',
    'ledger',
    'lists',
    'messages',
    'modules',
    'people',
    'settings',
    'wire',
  ],
  demo: ['audit', 'auth', 'db', 'files', 'import', 'ledger', 'messages', 'runs', 'views'],
  http: [
    'audit',
    'auth',
    'db',
    'errors',
    'field',
    'files',
    'idempotency',
    'import',
    'lists',
    'modules',
    'views',
    'wire',
  ],
  commands: ['audit', 'auth', 'backup', 'db', 'files', 'identity', 'import', 'ledger', 'process', 'runs'],
}
const server = { ...bounded, process: Object.keys(bounded).filter((name) => name !== 'commands') }
const client = {
  device: [],
  transport: ['device'],
  ui: ['device'],
  offline: ['device', 'transport'],
  api: ['device', 'offline', 'transport'],
  auth: ['api', 'device', 'offline', 'transport', 'ui'],
  routing: ['api', 'auth', 'ui'],
  forms: ['api', 'auth', 'routing', 'ui'],
  lists: ['api', 'auth', 'offline', 'routing', 'transport', 'ui'],
  screens: ['api', 'auth', 'device', 'forms', 'lists', 'offline', 'routing', 'transport', 'ui'],
  shell: ['api', 'auth', 'device', 'forms', 'lists', 'routing', 'transport', 'ui'],
  start: ['*'],
}

/** One override replaces another for a file that both match, so each repeats what it inherits. */
const imports = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})
const oneOf = (names) => `(${names.join('|')})(/|$)`
const up = String.raw`(\./)*(\.\./)+`

const noClient = {
  regex: `^(#${oneOf(Object.keys(client))}|${up}(src/)?(client|fieldClient)(/|$))`,
  message: 'The server never imports the client: share through contract or domain.',
}
const noServer = {
  regex: `^(#server(/|$)|${up}(src/)?(server|fieldClient)(/|$))`,
  message: 'The client never imports the server: share through contract or domain.',
}

/** Refuses the folders of a side that one of them may not import. */
function others(side, folder, prefix) {
  const allowed = side[folder]
  const forbidden = Object.keys(side).filter((other) => other !== folder && !allowed.includes(other))
  return {
    regex: prefix(forbidden),
    message: `${folder} imports ${allowed.join(', ') || 'no other folder'} of its side (oxlint.config.mjs).`,
  }
}
const ofServer = (folder) => others(server, folder, (forbidden) => `^(#server/|${up})${oneOf(forbidden)}`)
const ofClient = (folder) =>
  others(client, folder, (forbidden) => `^(#${oneOf(forbidden)}|${up}((src/)?client/)?${oneOf(forbidden)})`)
const isBounded = (side) => (folder) => !side[folder].includes('*')

const noOtherModule = (regex) => ({
  regex: `^(#server/modules/|${regex})`,
  message: 'A module imports its own files and the folders below, never another module.',
})
const noOtherScreens = (regex) => ({
  regex: `^(#screens(/|$)|${regex})`,
  message:
    'A screens folder imports its own files and aliases, never another screens folder: share through ui or domain.',
})
const noRouteTable = {
  regex: '^#routing/(routes|route|areas)([./]|$)',
  message: 'Screens never import the route table: use navigation and RowActions.',
}

const tools = ['!vitest', '!fast-check']
const contract = (...more) => ({
  group: ['**', '!valibot', '!./*', '!./*/*', '!../*', '!#contract/*', '!#contract/*/*', ...more],
  message: 'contract imports valibot and its own files, nothing else.',
})
const domain = (...more) => ({
  group: [
    '**',
    '!./*',
    '!./*/*',
    '!../*',
    '!../{money,text,time}/*',
    '!#{domain,contract}/*',
    '!#{domain,contract}/*/*',
    '!{..,../..}/contract/*',
    ...more,
  ],
  message: 'domain imports contract and its own files, nothing else.',
})

const fieldClient = (...more) => ({
  group: ['**', '!./*', '!node:*', '!node:*/*', ...more],
  message: 'The reference client imports its own files and Node, nothing else: partners copy its folder.',
})

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules', '/dist', '/dist.*', '/data', '/test-results'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false, allowUnsafeDynamicCyclicDependency: false }],
  },
  overrides: [
    { files: ['src/**'], rules: { 'no-console': 'error' } },
    imports(['src/contract/**'], contract()),
    imports(['src/contract/**/*.test.ts'], contract(...tools, '!../../docs/change/*')),
    imports(['src/domain/**'], domain()),
    imports(['src/domain/**/*.test.ts'], domain(...tools)),
    imports(['src/fieldClient/**'], fieldClient()),
    imports(['src/fieldClient/**/*.test.ts'], fieldClient(...tools)),
    imports(['src/server/**'], noClient),
    ...Object.keys(server).map((folder) => imports([`src/server/${folder}/**`], noClient, ofServer(folder))),
    imports(['src/server/modules/*/*'], noClient, ofServer('modules'), noOtherModule(String.raw`\.\./[^.]`)),
    imports(
      ['src/server/modules/*/*/**'],
      noClient,
      ofServer('modules'),
      noOtherModule(String.raw`(\.\./){2}[^.]`),
    ),
    imports(['src/service-worker.ts'], {
      regex:
        '^(#(server|ui|screens|shell|start|lists|forms|routing)(/|$)|\\./(server|client/(ui|screens|shell|start|lists|forms|routing))(/|$))',
      message: 'The service worker imports no server and nothing that is shown.',
    }),
    imports(['src/client/**'], noServer),
    ...Object.keys(client)
      .filter(isBounded(client))
      .map((folder) => imports([`src/client/${folder}/**`], noServer, ofClient(folder))),
    imports(
      ['src/client/screens/**'],
      noServer,
      ofClient('screens'),
      noOtherScreens(String.raw`(\./)*(\.\./)+|(\./)*\.\.$`),
      noRouteTable,
    ),
    imports(
      ['src/client/screens/*/*/**'],
      noServer,
      ofClient('screens'),
      noOtherScreens(String.raw`(\./)*(\.\./){2,}`),
      noRouteTable,
    ),
  ],
}
