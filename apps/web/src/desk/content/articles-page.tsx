/** Articles in the console (NEWS-01, SRV-86): the list, the bin, and the editor. */
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { momentText, t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { Paged } from '../cases/case-wire.ts'
import { ArticleEditor } from './article-editor.tsx'
import { loadArticles, setArticleState } from './content-calls.ts'
import { type ArticleRow, isFuture } from './content.ts'
import { t } from './content-texts.ts'

/** The open article; a null id creates one. */
type Open = { readonly id: number | null } | null

/** The page of articles. */
export function ArticlesPage() {
  const [list, setList] = useState<'kept' | 'bin'>('kept')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open>(null)
  const { loaded, reload } = useLoaded(`articles ${list} ${page}`, () => loadArticles(list, page))
  if (open !== null) {
    const close = () => {
      setOpen(null)
      reload()
    }
    return <ArticleEditor key={open.id ?? 'new'} id={open.id} onClose={close} />
  }
  const show = (next: 'kept' | 'bin') => {
    setList(next)
    setPage(1)
  }
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{t('articles')}</h1>
        <Button kind="primary" size="small" onClick={() => setOpen({ id: null })}>
          {t('newArticle')}
        </Button>
      </div>
      <p className={styles['quiet']}>{t('articlesText')}</p>
      <div className={styles['choices']}>
        {(['kept', 'bin'] as const).map((one) => (
          <Button key={one} size="small" aria-pressed={list === one} onClick={() => show(one)}>
            {t(one)}
          </Button>
        ))}
      </div>
      {loaded.state === 'loading' && <Skeleton height={320} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && loaded.value.rows.length === 0 && (
        <EmptyState>{t(list === 'bin' ? 'binEmpty' : 'noArticles')}</EmptyState>
      )}
      {loaded.state === 'ready' && loaded.value.rows.length > 0 && (
        <ArticleTable
          articles={loaded.value}
          isInBin={list === 'bin'}
          onOpen={(id) => setOpen({ id })}
          onStateChanged={reload}
          onPage={setPage}
        />
      )}
    </div>
  )
}

type ArticleTableProps = {
  readonly articles: Paged<ArticleRow>
  readonly isInBin: boolean
  readonly onOpen: (id: number) => void
  readonly onStateChanged: () => void
  readonly onPage: (page: number) => void
}

function ArticleTable({ articles, isInBin, onOpen, onStateChanged, onPage }: ArticleTableProps) {
  const { rows, page, isLast } = articles
  return (
    <>
      <DeskTable
        label={t(isInBin ? 'bin' : 'articles')}
        heads={[
          t('titleOf', { language: 'EN / ID' }),
          t('state'),
          t('date'),
          t('changed'),
          t('edit'),
        ]}
      >
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isInBin={isInBin}
            onOpen={onOpen}
            onStateChanged={onStateChanged}
          />
        ))}
      </DeskTable>
      {(page > 1 || !isLast) && (
        <div className={styles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {tDesk('fewer')}
          </Button>
          <span>{tDesk('page', { page })}</span>
          <Button size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {tDesk('more')}
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = Pick<ArticleTableProps, 'isInBin' | 'onOpen' | 'onStateChanged'> & {
  readonly row: ArticleRow
}

function Row({ row, isInBin, onOpen, onStateChanged }: RowProps) {
  const { id, title, publishedAt, changedAt, changedBy } = row
  const titles = [title.en, title.id].map((text) => (text === '' ? t('untitled') : text))
  const restore = async () => {
    const answer = await setArticleState(row, 'restore')
    if (answer.ok) toast('good', t('restored'))
    else toast('bad', failureText(answer))
    onStateChanged()
  }
  return (
    <tr>
      <th scope="row">{titles.join(' / ')}</th>
      <td>
        <StateBadge row={row} />
      </td>
      <td className={styles['moment']}>{momentText(publishedAt)}</td>
      <td className={styles['moment']}>
        {changedBy === '' ? t('machine') : t('by', { name: changedBy, at: momentText(changedAt) })}
      </td>
      <td>
        {isInBin ? (
          <Button size="small" onClick={() => void restore()}>
            {t('restore')}
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`${t('edit')}: ${titles[0] ?? ''}`}
            onClick={() => onOpen(id)}
          >
            {t('edit')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function StateBadge({ row: { state, publishedAt } }: { readonly row: ArticleRow }) {
  if (state === 'draft') return <Badge>{t('draft')}</Badge>
  const isLater = isFuture(publishedAt)
  return <Badge tone={isLater ? 'accent' : 'up'}>{t(isLater ? 'scheduled' : 'published')}</Badge>
}
