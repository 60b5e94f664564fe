/**
 * Rules of our own that the linter does not bring. A row may be wider than its type says, so a function that presents one names
 * each field that leaves: neither the rest of a row nor a spread of one crosses it.
 */
interface Node {
  type: string;
  name?: string;
  argument?: Node;
  id?: Node | null;
  parent?: Node | null;
}

interface Context {
  filename: string;
  report: (found: { node: Node; message: string }) => void;
}

const isPresentFile = (filename: string): boolean => /(?:^|[/\\]|-)present\.ts$/.test(filename);

/** A declaration, or a constant, around the node that says it presents something. */
function isInPresenter(node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    const isNamed = outer.type === 'VariableDeclarator' || outer.type === 'FunctionDeclaration';
    if (isNamed && outer.id?.name?.startsWith('present')) return true;
  }
  return false;
}

const isPresenting = (context: Context, node: Node): boolean => isPresentFile(context.filename) || isInPresenter(node);

/** Columns are named one by one where they are read. */
const isListOfColumns = ({ type, name = '' }: Node): boolean => type === 'Identifier' && /columns$/i.test(name);

const presentByName = {
  create: (context: Context) => ({
    RestElement(node: Node) {
      if (node.parent?.type !== 'ObjectPattern' || !isPresenting(context, node)) return;
      context.report({
        node,
        message: 'Name each field that leaves: the rest of a row may hold more than its type says.',
      });
    },
    SpreadElement(node: Node) {
      const { argument } = node;
      const isValue = argument?.type === 'Identifier' || argument?.type === 'MemberExpression';
      if (!isValue || node.parent?.type !== 'ObjectExpression' || isListOfColumns(argument)) return;
      if (!isPresenting(context, node)) return;
      context.report({ node, message: 'Name each field that leaves: a spread row may hold more than its type says.' });
    },
  }),
};

export default { meta: { name: 'house' }, rules: { 'present-by-name': presentByName } };
