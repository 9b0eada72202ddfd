/** The API of the news module. */
export { type AnnouncementRoutes, registerAnnouncements } from './announcement-routes.ts'
export { registerArticleDesk } from './article-desk.ts'
export { type ArticleDraft, publishArticle } from './articles.ts'
export { type Board, openBoard } from './board.ts'
export { registerNewsRoutes } from './routes.ts'
export { seedArticles } from './seeding.ts'
