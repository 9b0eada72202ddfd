/** The dialog with the holds of an amount in process; its content loads on first use. */
import { balanceMessages } from '@tukar/i18n'
import { createResource } from '../../api/resource.ts'
import { ResourcePart } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import type { Balance } from '../wire.ts'

const t = pageTranslator(balanceMessages)

const holdsFile = createResource(async () => (await import('./holds-table.tsx')).HoldsTable)

export type HoldsDialogProps = {
  /** Null while the dialog is closed. */
  readonly balance: Balance | null
  readonly onClose: () => void
}

/** The dialog with the holds of a balance. */
export function HoldsDialog({ balance, onClose }: HoldsDialogProps) {
  return (
    <Dialog
      isOpen={balance !== null}
      onClose={onClose}
      title={t('holdsTitle', { currency: balance?.symbol ?? '' })}
    >
      {balance !== null && (
        <ResourcePart file={holdsFile} place={<Skeleton width="100%" height={80} />}>
          {(HoldsTable) => <HoldsTable balance={balance} />}
        </ResourcePart>
      )}
    </Dialog>
  )
}
