import { BackLink } from '#routing/navigation'

export const BackToRoles = () => <BackLink to="roles">Back to roles</BackLink>
export const BackToPermissions = () => <BackLink to="permissions">Back to permissions</BackLink>
