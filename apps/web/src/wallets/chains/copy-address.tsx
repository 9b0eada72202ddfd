/** Copying an address, with the messages of the two pages (BTCD-04, DEC-117). */
import { coinMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'

const say = sayer(coinMessages)

/** The button; where the browser gives no clipboard it says so, since the text can be marked by hand. */
export function CopyAddress({
  address,
  isBitcoin,
}: {
  readonly address: string
  readonly isBitcoin: boolean
}) {
  const tell = () =>
    isBitcoin
      ? toast('good', say('copiedText', { address }))
      : toast('good', say('copiedToClipboard'))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      tell()
    } catch {
      toast('warn', say('copyFailed'))
    }
  }
  return (
    <Button
      onClick={() => {
        copy().catch(() => undefined)
      }}
    >
      <Icon name="copy" size={16} />
      {say('copyAddress')}
    </Button>
  )
}
