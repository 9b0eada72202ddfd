/**
 * The PostgreSQL driver. It finds out where it runs by `navigator`, which Node has from version 21 on; where
 * there is none it makes a `Response`, and that loads an HTTP client: 5 MB and 30 ms in each thread.
 */
import './navigator.ts'

export { default as pg } from 'pg'
