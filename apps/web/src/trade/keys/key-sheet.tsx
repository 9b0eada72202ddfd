/**
 * The list of the page's keys: what each does, another key for it at the press of its button, and the
 * switch that turns them off (WCAG 2.1.4).
 */
import { keyMessages, layoutMessages } from '@tukar/i18n'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { changedKeys, chordOf, type KeyAction, keysOf, ownerOf } from './key-map.ts'
import { chooseKey, resetKeys, showKeySheet, switchKeys, useKeys } from './key-store.ts'
import styles from './key-sheet.module.css'

const say = sayer(layoutMessages)
const sayKey = sayer(keyMessages)

/** A key of an action, or one that cannot be another. */
type Line = KeyAction | { readonly keyName: string; readonly does: string }

const orderLines: readonly Line[] = [
  'buy',
  'sell',
  'amount',
  'share25',
  'share50',
  'share75',
  'share100',
  { keyName: sayKey('enter'), does: sayKey('submit') },
  { keyName: sayKey('escape'), does: sayKey('leave') },
  'cancelNewest',
  'cancelAll',
]

const pageLines: readonly Line[] = [
  'finer',
  'coarser',
  'nextList',
  'markets',
  'fullScreen',
  'speak',
  'pause',
  'help',
]

/** Which key is being chosen again, and what came of it. */
type Choosing = { readonly action: KeyAction | null; readonly said: string }

/** Keys that say nothing by themselves while a key is chosen. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])

/** The sheet. */
export function KeySheet() {
  const { isOn, keys } = useKeys()
  const [{ action: chosen, said }, setChoosing] = useState<Choosing>({ action: null, said: '' })
  const choose = (action: KeyAction) =>
    setChoosing({ action, said: sayKey('pressNew', { does: sayKey(action) }) })
  const press = (event: KeyboardEvent<HTMLElement>, action: KeyAction) => {
    if (chosen !== action || event.key === 'Tab' || modifiers.has(event.key)) return
    // Neither the sheet nor the button may have it.
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (event.key === 'Escape') return setChoosing({ action: null, said: sayKey('kept') })
    const chord = chordOf(event)
    if (chord === null) return setChoosing({ action, said: sayKey('noSuchKey') })
    const key = keysOf(chord).join(' + ')
    const owner = ownerOf(keys, chord, action)
    if (owner !== null) {
      return setChoosing({ action, said: sayKey('keyTaken', { key, does: sayKey(owner) }) })
    }
    chooseKey(action, chord)
    setChoosing({ action: null, said: sayKey('keyChosen', { key, does: sayKey(action) }) })
  }
  const lineProps = {
    chosen,
    onChoose: choose,
    onPress: press,
    onLeave: () => chosen !== null && setChoosing({ action: null, said: '' }),
  }
  const isChanged = Object.keys(changedKeys(keys)).length > 0
  return (
    <Dialog isOpen onClose={() => showKeySheet(false)} title={say('keys')} shape="wide">
      <div className={styles['sheet']} data-on={isOn}>
        <p className={styles['text']}>{sayKey(isOn ? 'text' : 'off')}</p>
        <div className={styles['settings']}>
          <Checkbox checked={isOn} onChange={(event) => switchKeys(event.target.checked)}>
            {sayKey('on')}
          </Checkbox>
          {isChanged && (
            <Button
              size="small"
              onClick={() => {
                resetKeys()
                setChoosing({ action: null, said: sayKey('wereReset') })
              }}
            >
              {sayKey('reset')}
            </Button>
          )}
        </div>
        <p className={styles['said']} role="status">
          {said}
        </p>
        <div className={styles['groups']}>
          <Lines title={sayKey('order')} lines={orderLines} {...lineProps} />
          <Lines title={sayKey('page')} lines={pageLines} {...lineProps} />
        </div>
      </div>
    </Dialog>
  )
}

type LineProps = {
  readonly chosen: KeyAction | null
  readonly onChoose: (action: KeyAction) => void
  readonly onPress: (event: KeyboardEvent<HTMLElement>, action: KeyAction) => void
  readonly onLeave: () => void
}

function Lines({
  title,
  lines,
  ...rest
}: LineProps & { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <dl className={styles['lines']}>
        {lines.map((line) =>
          typeof line === 'string' ? (
            <div key={line}>
              <dt>
                <KeyButton action={line} {...rest} />
              </dt>
              <dd>{sayKey(line)}</dd>
            </div>
          ) : (
            <div key={line.does}>
              <dt>
                <kbd>{line.keyName}</kbd>
              </dt>
              <dd>{line.does}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

/** What is pressed together; parted for those who hear it, too. */
function Keys({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && <span> </span>}
      <kbd>{name}</kbd>
    </Fragment>
  ))
}

/** The key of an action as a button: pressed, it waits for another key. */
function KeyButton({
  action,
  chosen,
  onChoose,
  onPress,
  onLeave,
}: LineProps & { readonly action: KeyAction }) {
  const { keys } = useKeys()
  const names = keysOf(keys[action])
  const isChosen = chosen === action
  const label = isChosen
    ? `${sayKey('waiting')} ${sayKey(action)}`
    : sayKey('change', { key: names.join(' '), does: sayKey(action) })
  return (
    <button
      type="button"
      className={styles['key']}
      data-chosen={isChosen}
      aria-label={label}
      title={sayKey('changeHint')}
      onClick={() => onChoose(action)}
      onKeyDown={(event) => onPress(event, action)}
      onBlur={onLeave}
    >
      {isChosen ? sayKey('waiting') : <Keys names={names} />}
    </button>
  )
}
