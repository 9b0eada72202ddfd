/** A whole address in groups of four, to compare it by eye; the copied text has no gaps. */
import styles from './chains.module.css'
import { addressGroups } from './coin-withdrawal.ts'

/** The address with highlighted ends. */
export function AddressText({ address }: { readonly address: string }) {
  const groups = addressGroups(address)
  return (
    <code className={styles['whole']} data-address={address}>
      {groups.map((group, index) => {
        const isEnd = index === 0 || index >= groups.length - 2
        // The groups have no keys and never change their order.
        return (
          <span key={`${index}-${group}`} data-end={isEnd || undefined}>
            {group}
          </span>
        )
      })}
    </code>
  )
}
