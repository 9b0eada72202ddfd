/** Changes that translators and extensions make to a page, as scripts that run in it. */

/**
 * Wraps each text in elements and detaches React's text node, as Google Translate does; continues with new
 * texts. `once` skips later texts.
 */
export const wrapTexts = (mode: 'once' | 'always') => `(() => {
  const wrap = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) texts.push(text)
    for (const text of texts) {
      const parent = text.parentElement
      if (parent === null || /^(font|script|style|title|textarea|option)$/i.test(parent.tagName)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      inner.textContent = text.data
      text.replaceWith(outer)
    }
    return texts.length
  }
  const count = wrap(document.body)
  if (${JSON.stringify(mode)} === 'always') {
    const options = { childList: true, characterData: true, subtree: true }
    const observer = new MutationObserver(() => {
      observer.disconnect()
      wrap(document.body)
      observer.observe(document.body, options)
    })
    observer.observe(document.body, options)
  }
  return count
})()`

/** Runs before the page's own script: adds the elements of extensions around the app. */
export const putAround = `(() => {
  const put = () => {
    document.documentElement.setAttribute('data-darkreader-mode', 'dynamic')
    document.documentElement.classList.add('extension-active')
    document.head.append(Object.assign(document.createElement('meta'), { name: 'darkreader' }))
    document.body.prepend(document.createElement('extension-host'))
    document.body.append(document.createElement('extension-panel'))
  }
  if (document.body !== null) put()
  else document.addEventListener('readystatechange', put, { once: true })
})()`

/** A password manager and a dark mode: elements next to and inside forms, and styles everywhere. */
export const decorate = `(() => {
  for (const field of document.querySelectorAll('form input')) {
    const button = document.createElement('password-button')
    button.textContent = 'Fill in'
    field.insertAdjacentElement('afterend', button)
    field.setAttribute('data-manager', 'known')
  }
  for (const form of document.querySelectorAll('form')) form.prepend(document.createElement('password-frame'))
  for (const one of document.querySelectorAll('#root *')) {
    one.setAttribute('data-darkreader-inline-color', '')
    one.style.setProperty('--darkreader-inline-color', 'rgb(1, 2, 3)')
  }
})()`

/** An ad blocker: removes the elements that a selector finds; returns how many. */
export const remove = (selector: string) => `(() => {
  const found = [...document.querySelectorAll(${JSON.stringify(selector)})]
  for (const one of found) one.remove()
  return found.length
})()`

/** Rewrites each figure of the book whenever it changes. */
export const convertPrices = `(() => {
  const convert = () => {
    for (const cell of document.querySelectorAll('tr[data-price] td')) {
      if (!cell.textContent.endsWith(' USD')) cell.textContent += ' USD'
    }
  }
  const observer = new MutationObserver(convert)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  convert()
  window.stopConverting = () => observer.disconnect()
})()`
