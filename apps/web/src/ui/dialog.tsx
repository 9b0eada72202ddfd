/**
 * Dialogs and sheets on the browser's own modal layer: it traps focus, makes the rest inert, closes on
 * Escape and gives focus back, and needs no injected style, which the content policy would block. One that is
 * not modal lies over the page, which stays live, readable and in reach beside it.
 */
import { shellMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { sayer } from '../app/translate.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { noteOpen } from './open-dialogs.ts'

const say = sayer(shellMessages)

export type DialogProps = {
  readonly isOpen: boolean
  /** Called by Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode
  readonly shape?: 'regular' | 'wide' | 'full' | 'sheet' | 'bottom'
  readonly bodyClassName?: string | undefined
  /** Whether the page behind it waits until it is closed. */
  readonly isModal?: boolean
}

/** A layer above the page; a modal one must be answered or closed first. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, shape = 'regular', bodyClassName } = props
  const { isModal = true } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (!isOpen) element.close()
    else if (isModal) element.showModal()
    else element.show()
  }, [isOpen, isModal])

  // Closing gives the focus back to where it was, also where the whole dialog goes at once.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  useEffect(() => {
    if (!isOpen || dialog.current === null) return undefined
    return noteOpen(dialog.current)
  }, [isOpen])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the dialog; Escape is its key
    <dialog
      ref={dialog}
      className={classes(styles['dialog'], shape !== 'regular' && styles[shape])}
      aria-labelledby={id}
      data-modal={isModal}
      // The browser closes modal ones alone.
      onKeyDown={(event) => {
        const isOwn =
          event.target instanceof Element && event.target.closest('dialog') === dialog.current
        if (!isModal && isOwn && event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      // What ends a dialog inside of it ends that one alone.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // One that was opened again meanwhile is not closed.
        const { target, currentTarget } = event
        if (isOpen && target === currentTarget && !currentTarget.open) onClose()
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget
      }}
      // A text that is selected to beyond the edge ends outside too, but did not begin there.
      onClick={(event) =>
        event.target === event.currentTarget && isPressedOutside.current && onClose()
      }
    >
      {isOpen && (
        <>
          <header className={styles['head']}>
            <h2 className={styles['title']} id={id}>
              {title}
            </h2>
            <IconButton icon="close" size="small" label={say('close')} onClick={onClose} />
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
