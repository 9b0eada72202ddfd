/** How hard a QR code is to read, as the standard counts it (ISO/IEC 18004, 7.8.3): lower is better. */

type Rows = readonly (readonly boolean[])[]

/** What a finder looks like in a line, with the light room beside it. */
const finders = ['10111010000', '00001011101']

/** Counts all penalties of a code. */
export function penaltyOf(rows: Rows): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] === true))
  const lines = [...rows, ...columns]
  const ofLines = lines.reduce((sum, line) => sum + runsOf(line) + findersOf(line), 0)
  return ofLines + blocksOf(rows) + balanceOf(rows)
}

/** Five alike in a line, and more. */
function runsOf(line: readonly boolean[]): number {
  let penalty = 0
  let length = 0
  for (const [at, isDark] of line.entries()) {
    length = at > 0 && isDark === line[at - 1] ? length + 1 : 1
    if (length === 5) penalty += 3
    else if (length > 5) penalty += 1
  }
  return penalty
}

function findersOf(line: readonly boolean[]): number {
  const text = line.map(Number).join('')
  let count = 0
  for (let at = 0; at + 11 <= text.length; at++) {
    if (finders.includes(text.slice(at, at + 11))) count += 1
  }
  return count * 40
}

/** Squares of two by two alike. */
function blocksOf(rows: Rows): number {
  let penalty = 0
  for (let y = 1; y < rows.length; y++) {
    const [above, row] = [rows[y - 1], rows[y]]
    if (above === undefined || row === undefined) continue
    for (let x = 1; x < row.length; x++) {
      const isDark = row[x]
      const isBlock = [row[x - 1], above[x], above[x - 1]].every((one) => one === isDark)
      if (isBlock) penalty += 3
    }
  }
  return penalty
}

/** Each five percent that dark and light are away from half and half. */
function balanceOf(rows: Rows): number {
  const total = rows.length ** 2
  const dark = rows.flat().filter(Boolean).length
  return (Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10
}
