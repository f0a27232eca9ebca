/** The style of a bar at the foot of a filled screen, in view also where a note above makes the screen higher than the window. */
export const footBar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 1, sm: 2 },
  alignItems: 'center',
  mx: 'calc(-1 * var(--edge))',
  mb: 'calc(-1 * var(--foot))',
  px: 'var(--edge)',
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
}
