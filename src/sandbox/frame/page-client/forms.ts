/** Forms that send: the answer is a document, and it must be loaded from the page's own program's addresses. */
export function keepFormsAtHome(prefix: string): void {
  window.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement)
      redirect(event.target, event.submitter, prefix)
  })
  const { submit } = HTMLFormElement.prototype
  HTMLFormElement.prototype.submit = function (this: HTMLFormElement) {
    redirect(this, null, prefix)
    submit.call(this)
  }
}

function redirect(form: HTMLFormElement, submitter: HTMLElement | null, prefix: string): void {
  const [element, name] = submitter?.hasAttribute('formaction')
    ? ([submitter, 'formaction'] as const)
    : ([form, 'action'] as const)
  const before = element.getAttribute(name)
  // A form may have a field of that name, which hides the property.
  const url = new URL(before === null || before === '' ? location.href : before, document.baseURI)
  if (url.origin !== location.origin || url.pathname.startsWith(`${prefix}/`)) return
  element.setAttribute(name, prefix + url.pathname + url.search + url.hash)
  setTimeout(() => {
    if (before === null) element.removeAttribute(name)
    else element.setAttribute(name, before)
  })
}
