import { BackLink } from '#routing/navigation'

export const BackToImport = ({ id }: { id: number }) => (
  <BackLink to="importDetails" state={{ import_id: id }}>
    {`Back to import ${id}`}
  </BackLink>
)
