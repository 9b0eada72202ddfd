/**
 * The PostgreSQL driver. It detects its environment by `navigator`, which Node has since version 21. Without
 * one it creates a `Response`, which loads an HTTP client: 5 MB and 30 ms in each thread.
 */
import '../processes/navigator.ts'

export { default as pg } from 'pg'
