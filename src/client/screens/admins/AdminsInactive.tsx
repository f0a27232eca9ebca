import { calls } from '#contract/index'
import { RowActions } from '#lists/rows/RowActions'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToAdmins } from './AdminAction'
import { AdminCards } from './AdminCards'

export default function AdminsInactive() {
  const admins = useCall(calls.admins.inActiveAdmin, {})
  return (
    <Screen about={<Age updatedAt={admins.dataUpdatedAt} />} actions={<BackToAdmins />}>
      <Ready query={admins}>
        {({ data }) => (
          <AdminCards
            admins={data}
            empty="No inactive admin found"
            actions={({ id, name }) => (
              <RowActions
                name={name}
                maxButtons={2}
                actions={[
                  { label: 'Reactivate', to: 'adminReactivate', state: { admin_id: id } },
                  { label: 'Delete Permanently', to: 'adminDeleteForGood', state: { admin_id: id } },
                ]}
              />
            )}
          />
        )}
      </Ready>
    </Screen>
  )
}
