/** The body of an article as elements, made from its blocks, never from HTML (ATT-34). */
import type { BodyBlock, BodyRun } from '@tukar/wire'
import styles from './news.module.css'

/** The blocks of an article. */
export function ArticleBody({ blocks }: { readonly blocks: readonly BodyBlock[] }) {
  return (
    <div className={styles['body']}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: BodyBlock }) {
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((runs, index) => (
          <li key={index}>
            <Runs runs={runs} />
          </li>
        ))}
      </List>
    )
  }
  const Tag = block.kind === 'heading' ? 'h3' : 'p'
  return (
    <Tag>
      <Runs runs={block.runs} />
    </Tag>
  )
}

function Runs({ runs }: { readonly runs: readonly BodyRun[] }) {
  return runs.map((run, index) => <Run key={index} run={run} />)
}

function Run({ run: { text, isStrong, isEmphasized, href } }: { readonly run: BodyRun }) {
  const emphasized = isEmphasized ? <em>{text}</em> : text
  const looked = isStrong ? <strong>{emphasized}</strong> : emphasized
  if (href === null) return <>{looked}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {looked}
    </a>
  )
}
