/** Copies an address, with the messages of the two pages (BTCD-04, DEC-117). */
import { coinMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'

const t = pageTranslator(coinMessages)

/** The button. Without a clipboard it shows a message, because the text can be selected by hand. */
export function CopyAddress({
  address,
  isBitcoin,
}: {
  readonly address: string
  readonly isBitcoin: boolean
}) {
  const notify = () =>
    isBitcoin ? toast('good', t('copiedText', { address })) : toast('good', t('copiedToClipboard'))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify()
    } catch {
      toast('warn', t('copyFailed'))
    }
  }
  return (
    <Button
      onClick={() => {
        copy().catch(() => undefined)
      }}
    >
      <Icon name="copy" size={16} />
      {t('copyAddress')}
    </Button>
  )
}
