/** Tells that a share of the balance needs a price first (FORM-06). */
import { ticketMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const t = pageTranslator(ticketMessages)

/** The dialog that asks for a price. */
export function PriceNeeded({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('inputPrice')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('ok')}
        </Button>
      }
    >
      <p>{t('inputPriceText')}</p>
    </Dialog>
  )
}
