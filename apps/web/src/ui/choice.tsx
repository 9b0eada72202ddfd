/** Choices among a few values: segments for a setting, tabs for views. Arrow keys move in both. */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { useMoreBeside } from './use-more-beside.ts'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly label: ReactNode
  /** The color of buying or selling. */
  readonly tone?: 'buy' | 'sell'
  /** The number of rows, shown after a tab's label. */
  readonly count?: number
}

/** Moves among siblings with the arrow, Home and End keys. */
function moveByKey(event: KeyboardEvent<HTMLElement>, isPicked = true): void {
  const list = event.currentTarget
  const items = [...list.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const here = items.findIndex((item) => item === document.activeElement)
  const target = findTarget(event.key, here, items.length)
  if (target === null) return
  event.preventDefault()
  items[target]?.focus()
  if (isPicked) items[target]?.click()
}

function findTarget(key: string, here: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (here + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (here - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

export type SegmentedControlProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  readonly isWide?: boolean
  /** Arrow keys only move and Enter selects: for a choice that changes the page (WCAG 3.2.2). */
  readonly isPickedByEnter?: boolean
}

/** A setting with a few visible values. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, choices, onChange, isWide = false, isPickedByEnter = false } = props
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles['segments']}
      data-wide={isWide}
      tabIndex={-1}
      onKeyDown={(event) => moveByKey(event, !isPickedByEnter)}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          className={styles['segment']}
          aria-checked={choice.value === value}
          data-tone={choice.tone}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

export type TabsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  /** The content of the selected tab. */
  readonly children: ReactNode
  readonly className?: string
  readonly panelClassName?: string
}

/** Tabs with their panel. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onChange, children, className, panelClassName } = props
  const id = useId()
  const list = useMoreBeside(tabs.length)
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles['tabs']}
        tabIndex={-1}
        onKeyDown={moveByKey}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={styles['tab']}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={panelClassName}
      >
        {children}
      </div>
    </div>
  )
}
