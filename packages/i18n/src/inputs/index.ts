/** What is read of typed texts in every place: pages, wire and server. */
export * from './payment-links.ts'
export * from './typed-text.ts'
