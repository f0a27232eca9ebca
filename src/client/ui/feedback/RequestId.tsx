/** The id of a request that failed, to give to support. */
export const RequestId = ({ id }: { id: string | undefined }) =>
  id === undefined ? null : (
    <small style={{ display: 'block', overflowWrap: 'anywhere' }}>{`Request ${id}`}</small>
  )
