/** The news module's front door. */
export { type ArticleDraft, publishArticle } from './articles.ts'
export { registerNewsRoutes } from './routes.ts'
export { seedArticles } from './seeding.ts'
