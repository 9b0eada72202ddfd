/**
 * Dialogs and sheets on the browser's own modal layer. It traps focus, makes the rest inert, closes on Escape
 * and restores the focus. It needs no injected style, which the content policy would block. A non-modal one
 * leaves the page usable.
 */
import { shellMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { addOpenDialog } from './open-dialogs.ts'

const t = pageTranslator(shellMessages)

export type DialogProps = {
  readonly isOpen: boolean
  /** Called on Escape, the close button and a click on the backdrop. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons in the footer, the primary one last. */
  readonly footer?: ReactNode
  readonly shape?: 'regular' | 'wide' | 'full' | 'sheet' | 'bottom'
  readonly bodyClassName?: string | undefined
  /** Whether the page is inert while the dialog is open. */
  readonly isModal?: boolean
}

/** A layer above the page; a modal one must be closed first. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, shape = 'regular', bodyClassName } = props
  const { isModal = true } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressOnBackdrop = useRef(false)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (!isOpen) element.close()
    else if (isModal) element.showModal()
    else element.show()
  }, [isOpen, isModal])

  // Closing restores the focus, also when the whole dialog is removed at once.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  useEffect(() => {
    if (!isOpen || dialog.current === null) return undefined
    return addOpenDialog(dialog.current)
  }, [isOpen])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the dialog; Escape is its key
    <dialog
      ref={dialog}
      className={classes(styles['dialog'], shape !== 'regular' && styles[shape])}
      aria-labelledby={id}
      data-modal={isModal}
      // The browser closes only modal dialogs on Escape.
      onKeyDown={(event) => {
        const isOwn =
          event.target instanceof Element && event.target.closest('dialog') === dialog.current
        if (!isModal && isOwn && event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      // Events of a nested dialog close only that one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // A dialog that was opened again is not closed.
        const { target, currentTarget } = event
        if (isOpen && target === currentTarget && !currentTarget.open) onClose()
      }}
      onPointerDown={(event) => {
        isPressOnBackdrop.current = event.target === event.currentTarget
      }}
      // Selecting text beyond the edge ends outside the dialog but did not start there.
      onClick={(event) =>
        event.target === event.currentTarget && isPressOnBackdrop.current && onClose()
      }
    >
      {isOpen && (
        <>
          <header className={styles['head']}>
            <h2 className={styles['title']} id={id}>
              {title}
            </h2>
            <IconButton icon="close" size="small" label={t('close')} onClick={onClose} />
          </header>
          <div className={classes(styles['body'], bodyClassName)}>{children}</div>
          {footer !== undefined && <footer className={styles['foot']}>{footer}</footer>}
        </>
      )}
    </dialog>
  )
}

/** A dialog at the side of a wide screen or at the bottom of a narrow one. */
export function Sheet({
  side = 'side',
  ...props
}: Omit<DialogProps, 'shape'> & { readonly side?: 'side' | 'bottom' }) {
  return <Dialog {...props} shape={side === 'side' ? 'sheet' : 'bottom'} />
}
