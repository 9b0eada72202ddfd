/**
 * News (NEWS-01 to NEWS-04): the latest articles with title, date, extract and link. A click opens the whole
 * article. "Load More" adds the next ten.
 */
import { formatDateMinute, newsMessages } from '@tukar/i18n'
import { bodyText } from '@tukar/wire'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { MoreRows } from '../app/more-rows.tsx'
import type { PagedList } from '../app/paged-list.ts'
import { pageTranslator } from '../app/translate.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState, ErrorState, LiveRegion, Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import { ArticleBody } from './article-body.tsx'
import type { Article } from './wire.ts'
import styles from './news.module.css'
import { useNews } from './use-news.ts'

const t = pageTranslator(newsMessages)
const skeletonRows = 4
/** Longer than the visible lines of an extract. */
const extractLength = 240

/** The panel; open to guests (TRADE-12). */
export function NewsPanel({ hasTitle = true }: { readonly hasTitle?: boolean }) {
  const news = useNews()
  return (
    <section className={styles['panel']} aria-label={t('title')}>
      {hasTitle && <h2 className={styles['title']}>{t('title')}</h2>}
      <Body news={news} />
    </section>
  )
}

function Body({ news }: { readonly news: PagedList<Article> }) {
  const { rows: articles, state, retry } = news
  const [open, setOpen] = useState<Article | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [previousCount, setPreviousCount] = useState(0)
  const added = previousCount === 0 ? 0 : Math.max(0, articles.length - previousCount)
  useFocusOn(list, added > 0 ? previousCount : null)
  if (state === 'loading') return <Waiting />
  if (state === 'error') {
    return <ErrorState title={t('failed')} text={t('failedText')} onRetry={retry} />
  }
  if (articles.length === 0) return <EmptyState>{t('empty')}</EmptyState>
  return (
    <>
      <ul className={styles['list']} ref={list}>
        {articles.map((article) => (
          <Card key={article.id} article={article} onOpen={() => setOpen(article)} />
        ))}
      </ul>
      <MoreRows
        list={{
          ...news,
          loadMore: () => {
            setPreviousCount(articles.length)
            news.loadMore()
          },
        }}
        label={t('loadMore')}
        failed={t('moreFailed')}
      />
      <LiveRegion>{added > 0 ? t('moreLoaded', { count: added }) : ''}</LiveRegion>
      <ArticleDialog article={open} onClose={() => setOpen(null)} />
    </>
  )
}

/** The button disappears after the last page; then the first new article gets the focus. */
function useFocusOn(list: RefObject<HTMLUListElement | null>, index: number | null): void {
  useEffect(() => {
    if (index !== null) list.current?.children[index]?.querySelector('button')?.focus()
  }, [list, index])
}

function Card({ article, onOpen }: { readonly article: Article; readonly onOpen: () => void }) {
  const { title, blocks, link, createdAt } = article
  return (
    <li className={styles['card']}>
      <Time createdAt={createdAt} />
      <h3 className={styles['name']}>
        <button type="button" aria-haspopup="dialog" onClick={onOpen}>
          {title}
        </button>
      </h3>
      <p className={styles['extract']}>{bodyText(blocks).slice(0, extractLength)}</p>
      {link !== null && <ExternalLink link={link} />}
    </li>
  )
}

function Time({ createdAt }: Pick<Article, 'createdAt'>) {
  return (
    <time className={styles['time']} dateTime={createdAt}>
      {formatDateMinute(createdAt)}
    </time>
  )
}

function ExternalLink({ link }: { readonly link: string }) {
  return (
    <a className={styles['outside']} href={link} target="_blank" rel="noopener noreferrer">
      {t('outside', { host: new URL(link).host })} <VisuallyHidden>{t('newTab')}</VisuallyHidden>
    </a>
  )
}

function ArticleDialog({
  article,
  onClose,
}: {
  readonly article: Article | null
  readonly onClose: () => void
}) {
  return (
    <Dialog isOpen={article !== null} onClose={onClose} title={article?.title ?? ''} shape="wide">
      {article !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text must be scrolled by keys
        <div className={styles['article']} tabIndex={0} role="region" aria-label={article.title}>
          <Time createdAt={article.createdAt} />
          <ArticleBody blocks={article.blocks} />
          {article.link !== null && <ExternalLink link={article.link} />}
        </div>
      )}
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className={styles['list']} aria-busy="true">
      <VisuallyHidden as="p">{t('loading')}</VisuallyHidden>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <div key={index} className={styles['card']}>
          <Skeleton width={120} height={12} />
          <Skeleton width="70%" height={18} />
          <Skeleton width="96%" height={34} />
        </div>
      ))}
    </div>
  )
}
