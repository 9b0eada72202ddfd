/** Says what holds an amount that is in process; what it says is fetched when that is first asked. */
import { balanceMessages } from '@tukar/i18n'
import { createResource } from '../../api/resource.ts'
import { FetchedPart } from '../../app/fetched-part.tsx'
import { sayer } from '../../app/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import type { Balance } from '../wire.ts'

const say = sayer(balanceMessages)

const holdsFile = createResource(async () => (await import('./holds-table.tsx')).HoldsTable)

export type HoldsDialogProps = {
  /** Null while nothing is asked. */
  readonly balance: Balance | null
  readonly onClose: () => void
}

/** The dialog. */
export function HoldsDialog({ balance, onClose }: HoldsDialogProps) {
  return (
    <Dialog
      isOpen={balance !== null}
      onClose={onClose}
      title={say('holdsTitle', { currency: balance?.symbol ?? '' })}
    >
      {balance !== null && (
        <FetchedPart file={holdsFile} place={<Skeleton width="100%" height={80} />}>
          {(HoldsTable) => <HoldsTable balance={balance} />}
        </FetchedPart>
      )}
    </Dialog>
  )
}
