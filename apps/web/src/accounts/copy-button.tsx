/** A button that copies a text to the clipboard and confirms it for a moment. */
import { settingsMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const t = pageTranslator(settingsMessages)

const shownMs = 2_000

/** The button; not rendered if the browser has no clipboard (plain http). */
export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!isSecureContext) return null
  return (
    <Button
      size="small"
      aria-live="polite"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  )
}
