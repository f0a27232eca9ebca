// Imported first, alone, and parsed by old Nodes too: what the others import does not exist there, and they end in a stack.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'Alajo needs Node 20.19 or newer, and this is Node ' + process.versions.node + ': install a newer one.\n',
  )
  process.exit(1)
}
