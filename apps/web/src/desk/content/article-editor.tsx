/**
 * The editor of an article: both languages side by side, each with a preview. Saving names the version that
 * was read, so that no one overwrites another edit.
 */
import { articleBodyLengthMax, articleTitleLengthMax, readArticleBody } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { ArticleBody } from '../../news/article-body.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { type ArticleSaving, loadArticle, saveArticle, setArticleState } from './content-calls.ts'
import own from './content.module.css'
import {
  type Article,
  bodyHtml,
  toFieldValue,
  type InBoth,
  parseFieldValue,
  nowField,
} from './content.ts'
import { bothLanguages, languageNames, t } from './content-texts.ts'

export type ArticleEditorProps = {
  /** The article to edit; null creates one. */
  readonly id: number | null
  readonly onClose: () => void
}

/** The editor, once its article is loaded. */
export function ArticleEditor({ id, onClose }: ArticleEditorProps) {
  const key = id === null ? null : `article ${id}`
  const { loaded, reload } = useLoaded(key, () => loadArticle(id ?? 0))
  const newest = loaded.state === 'ready' ? loaded.value : null
  const [read, setRead] = useState<Article | null>(null)
  // Later loads do not replace the text that is being edited.
  if (read === null && newest !== null) setRead(newest)
  const isReady = id === null || read !== null
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{id === null ? t('newArticle') : (read?.title.en ?? t('articles'))}</h1>
        <Button size="small" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      {!isReady && loaded.state !== 'error' && <Skeleton height={480} />}
      {!isReady && loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          onRetry={reload}
        />
      )}
      {read !== null && newest !== null && newest.version > read.version && (
        <Banner tone="warn">{t('newer')}</Banner>
      )}
      {isReady && <ArticleForm read={read} onClose={onClose} />}
    </div>
  )
}

const none: InBoth = { en: '', id: '' }

function ArticleForm({
  read,
  onClose,
}: {
  readonly read: Article | null
  readonly onClose: () => void
}) {
  const [title, setTitle] = useState(read?.title ?? none)
  const [body, setBody] = useState(read?.body ?? none)
  const [extLink, setExtLink] = useState(read?.extLink ?? '')
  const [date, setDate] = useState(() =>
    read === null ? nowField() : toFieldValue(read.publishedAt),
  )
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (state: ArticleSaving['state']) => {
    const publishedAt = parseFieldValue(date)
    if (publishedAt === null) return setFailure(t('dateMissing'))
    setBusy(true)
    const answer = await saveArticle(read, { title, body, extLink, state, publishedAt })
    setBusy(false)
    if (!answer.ok) return setFailure(failureText(answer))
    toast('good', t('saved'))
    return onClose()
  }
  return (
    <form
      className={own['editor']}
      aria-label={t('articles')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={own['sides']}>
        {bothLanguages.map((language) => (
          <Side
            key={language}
            language={language}
            title={title[language]}
            body={body[language]}
            onTitle={(text) => setTitle((before) => ({ ...before, [language]: text }))}
            onBody={(text) => setBody((before) => ({ ...before, [language]: text }))}
          />
        ))}
      </div>
      <AroundFields {...{ extLink, setExtLink, date, setDate }} />
      {failure !== null && (
        <Banner tone="bad" isSpoken>
          {failure}
        </Banner>
      )}
      <div className={styles['choices']}>
        {read !== null && <RemoveButton article={read} onRemoved={onClose} />}
        <Button isBusy={isBusy} onClick={() => void save('draft')}>
          {t(read?.state === 'published' ? 'unpublish' : 'saveDraft')}
        </Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => void save('published')}>
          {t(read?.state === 'published' ? 'save' : 'publish')}
        </Button>
      </div>
    </form>
  )
}

type AroundFieldsProps = {
  readonly extLink: string
  readonly setExtLink: (text: string) => void
  readonly date: string
  readonly setDate: (text: string) => void
}

function AroundFields({ extLink, setExtLink, date, setDate }: AroundFieldsProps) {
  return (
    <div className={own['sides']}>
      <Field
        label={t('extLink')}
        note={t('extLinkNote')}
        type="url"
        inputMode="url"
        value={extLink}
        onChange={(event) => setExtLink(event.target.value)}
      />
      <Field
        label={t('shownFrom')}
        note={t('shownFromNote')}
        type="datetime-local"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
    </div>
  )
}

type SideProps = {
  readonly language: 'en' | 'id'
  readonly title: string
  readonly body: string
  readonly onTitle: (text: string) => void
  readonly onBody: (text: string) => void
}

function Side({ language, title, body, onTitle, onBody }: SideProps) {
  const blocks = readArticleBody(bodyHtml(body))
  const params = { language: languageNames[language] }
  return (
    <div className={own['side']} lang={language}>
      <Field
        label={t('titleOf', params)}
        maxLength={articleTitleLengthMax}
        value={title}
        onChange={(event) => onTitle(event.target.value)}
      />
      <TextAreaField
        label={t('bodyOf', params)}
        note={t('bodyNote')}
        rows={10}
        maxLength={articleBodyLengthMax}
        value={body}
        onChange={(event) => onBody(event.target.value)}
      />
      <section className={own['preview']} aria-label={t('preview', params)}>
        <p className={styles['quiet']}>{t('preview', params)}</p>
        <h2>{title}</h2>
        {blocks.length === 0 ? (
          <p className={styles['quiet']}>{t('previewEmpty')}</p>
        ) : (
          <ArticleBody blocks={blocks} />
        )}
      </section>
    </div>
  )
}

function RemoveButton({
  article,
  onRemoved,
}: {
  readonly article: Article
  readonly onRemoved: () => void
}) {
  const [isConfirming, setConfirming] = useState(false)
  const remove = async () => {
    const answer = await setArticleState(article, 'remove')
    if (answer.ok) {
      toast('good', t('removed'))
      onRemoved()
    } else toast('bad', failureText(answer))
  }
  if (!isConfirming) return <Button onClick={() => setConfirming(true)}>{t('remove')}</Button>
  return (
    <Button kind="danger" onClick={() => void remove()}>
      {t('removeAsk', { title: article.title.en || t('untitled') })}
    </Button>
  )
}
