import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ActsForm } from '#forms/ActsForm'
import { OneCase } from '#forms/decision/OneCase'
import { Card } from '#ui/layout/Card'
import { Facts } from '#ui/text/Facts'
import { LinkButton } from '#routing/navigation'
import { ImportFacts, TotalFacts } from './ImportFacts'
import { importName, useImport } from './useImport'

const { releaseImport, cancelImport } = calls.imports

/** An import at the desk that waits for its release: its totals, which agree, and both ways on. */
export function Case({ id }: { id: number }) {
  const release = useSubmit(releaseImport)
  const cancel = useSubmit(cancelImport)
  const isOpen = !release.isSuccess && !cancel.isSuccess
  const query = useImport(id, { enabled: isOpen && !release.isPending && !cancel.isPending })
  return (
    <OneCase
      query={{ ...query, data: query.data?.data }}
      title={(one) => `Import ${one.id} into the books`}
      panel={(one) => (
        <ActsForm
          about={{ name: importName(one) }}
          against={
            isOpen && one.state !== 'ready' ? `This import is ${one.state} now.` : (one.against ?? undefined)
          }
          accept={{
            call: releaseImport,
            submit: release,
            body: { id },
            action: 'Accept the import',
            consequence:
              'All of it is moved into the books by opening balances, or nothing. The ledger is verified before it counts. It can be undone as a whole until the first movement on anything of it.',
            isAsked: true,
          }}
          reject={{
            call: cancelImport,
            submit: cancel,
            body: { id },
            action: 'Reject the import',
            consequence:
              'The import ends, and what was read of its files is deleted. Nothing of it is in the books. The files can be added to another import.',
            isAsked: true,
          }}
        />
      )}
    >
      {(one) => (
        <>
          <ImportFactsCard one={one} />
          {one.totals && (
            <Card title="Totals">
              <Facts>
                <TotalFacts totals={one.totals} />
              </Facts>
            </Card>
          )}
        </>
      )}
    </OneCase>
  )
}

const ImportFactsCard = ({ one }: { one: Parameters<typeof ImportFacts>[0]['importJob'] }) => (
  <Card
    title="What you decide"
    action={
      <LinkButton to="importDetails" state={{ import_id: one.id }}>
        Files and faults
      </LinkButton>
    }
  >
    <ImportFacts importJob={one} />
  </Card>
)
