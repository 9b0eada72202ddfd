// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Pays in the ways that a scanner has to tell apart: several transfers in one transaction, coins from
/// inside a contract, a payment that is undone within its own transaction, and one left by a contract
/// that ends itself.
contract Sender {
    receive() external payable {}

    function sendTokens(IToken token, address to, uint256 amount, uint256 times) external {
        for (uint256 i = 0; i < times; i++) {
            require(token.transferFrom(msg.sender, to, amount), 'refused');
        }
    }

    function sendCoin(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}('');
        require(sent, 'refused');
    }

    function sendTokensAndRevert(IToken token, address to, uint256 amount) external {
        token.transferFrom(msg.sender, to, amount);
        revert('undone');
    }

    function endInFavorOf(address payable to) external payable {
        new Last{value: msg.value}(to);
    }
}

contract Last {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}
